import { createElement } from "react";
import { standAtFoot } from "#web/shell/frame-foot.tsx";
import { fetched, useFetchedLater } from "#web/ui/fetched.tsx";
import type { CaptureTarget } from "./capture-target.ts";
import { sendLater, wishStore } from "./captures-store.ts";
import { pickFiles, takeChosen } from "./chosen-files.ts";

/** Fetched when somebody first wants to send something; it stays when the screen is left. */
const CapturesPlace = fetched(async () => (await import("./captures-place.tsx")).CapturesPlace);

export type Captures = {
  /** Opens the camera; what it takes becomes one document. */
  readonly takePhoto: (target: CaptureTarget) => void;
  /** Pictures become the pages of one document, papers go as they are. */
  readonly chooseFile: (target: CaptureTarget) => void;
};

const captures: Captures = {
  takePhoto: (target) => {
    standAtFoot(createElement(CapturesPlace));
    wishStore.put({ target, pictures: [] });
  },
  chooseFile: (target) => {
    pickFiles((files) => {
      standAtFoot(createElement(CapturesPlace));
      void takeChosen(files, {
        onPictures: (pictures) => wishStore.put({ target, pictures }),
        onPaper: (paper) => sendLater(target, paper),
      });
    });
  },
};

/** For the button 'Take a photo' and its like, on any screen. */
export function useCaptures(): Captures {
  useFetchedLater(CapturesPlace);
  return captures;
}
