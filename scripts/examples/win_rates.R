# Win rates of a run from its campaigns.csv, as `niemen lab run` printed them.
#
#   Rscript scripts/examples/win_rates.R DIR
folder <- commandArgs(trailingOnly = TRUE)[1]
campaigns <- read.csv(file.path(folder, "campaigns.csv"))
played <- campaigns[campaigns$status != "error", ]
for (cell in unique(played$cell_id)) {
  group <- played[played$cell_id == cell, ]
  cat(sprintf("%s %s %.1f %% of %d\n", cell, group$side_a[1], 100 * mean(group$a_score), nrow(group)))
}
