// Looking back on a campaign that is over: the review with its turning points, the campaign's picture.

import { capital, people } from "./normalise";
import { picture } from "./picture";
import { review } from "./review";
import type { Dialog } from "./dialog";
import type { FromServer, ToServer } from "./protocol";

export interface RetrospectTable {
  send(message: ToServer): void;
  sides(): string[];
  look_at(step: number): void;
  tell(words: string): void;
}

export function show_review(message: Extract<FromServer, { kind: "review" }>, dialog: Dialog, table: RetrospectTable): void {
  dialog.show("The campaign again", [{ words: "Back to the map", key: "Enter", act: () => {} }], ...review(message, {
    retry: (step, fresh) => table.send({ kind: "branch", step, fresh }),
    look: (step) => {
      dialog.close();
      table.look_at(step);
    },
  }));
}

export function show_picture(message: Extract<FromServer, { kind: "picture" }>, dialog: Dialog, table: RetrospectTable): void {
  const drawn = picture(message.svg, `The road of the army of ${people(table.sides()[message.side]!)}, and its strength turn by turn`);
  if (!drawn) return table.tell("This game has no map to draw the road on.");
  const other = 1 - message.side;
  dialog.show("The campaign as a picture", [
    { words: capital(people(table.sides()[other]!)), key: "Space", act: () => table.send({ kind: "picture", side: other }), stays: true },
    { words: "Back to the map", key: "Enter", act: () => {} }], drawn);
}
