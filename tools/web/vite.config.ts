import { defineConfig } from "vite";

// Stable names and readable code: the built page is committed and its difference can be read.
export default defineConfig({
  base: "/",
  publicDir: "public",
  build: {
    outDir: "dist",
    minify: false,
    cssMinify: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: { page: "index.html", edit: "edit.html" },
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
