import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { capturesMessages } from "#web/messages/captures.ts";
import { FrameFoot } from "#web/shell/frame-foot.tsx";
import { ToastOutlet } from "#web/ui/toast-outlet.tsx";
import { unsavedInWindow } from "#web/ui/unsaved.ts";
import type { CaptureTarget } from "./capture-target.ts";
import { sendQueue, wishStore } from "./captures-store.ts";
import { useCaptures } from "./use-captures.ts";

const target: CaptureTarget = {
  caseId: "VU-2026-0014",
  label: "Passport",
  upload: { category: "passport", assignedTo: 7, country: null },
};
const { unavailable, small } = capturesMessages.camera;

/** A track of the camera, whose light is on until it is stopped. */
class FakeTrack {
  isOn = true;
  stop() {
    this.isOn = false;
  }
}
let tracks: FakeTrack[] = [];

function offerCamera(camera: (() => Promise<unknown>) | undefined): void {
  const devices = camera && { getUserMedia: camera };
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: devices });
}

async function switchOn() {
  const track = new FakeTrack();
  tracks.push(track);
  return { getTracks: () => [track], getVideoTracks: () => [track] };
}

function Buttons() {
  const { takePhoto, chooseFile } = useCaptures();
  return (
    <>
      <button type="button" onClick={() => takePhoto(target)}>
        Photo
      </button>
      <button type="button" onClick={() => chooseFile(target)}>
        File
      </button>
    </>
  );
}

async function openCamera() {
  render(
    <QueryClientProvider client={queryClient}>
      <Buttons />
      <FrameFoot />
      <ToastOutlet />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Photo" }));
  return screen.findByRole("dialog", { name: "Passport" });
}

/** What was chosen in the browser's own picker. */
function choose(input: HTMLInputElement, ...files: File[]): void {
  Object.defineProperty(input, "files", { configurable: true, value: files });
  fireEvent.change(input);
}
const phoneInput = () => document.querySelector<HTMLInputElement>("input[capture]")!;
const ready = () =>
  waitFor(() =>
    expect(screen.getByRole("button", { name: "Take photo" })).toHaveProperty("disabled", false),
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeAll(() => import("./captures-place.tsx"), 30_000);
beforeEach(() => {
  tracks = [];
  offerCamera(switchOn);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", {
    configurable: true,
    writable: true,
    value: null,
  });
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    if (blob.type === "image/heic") throw new Error("Not a picture that this browser knows");
    return { width: 2000, height: 1500, close: () => undefined };
  });
  vi.stubGlobal(
    "ImageCapture",
    class {
      takePhoto = async () => new Blob(["picture"], { type: "image/jpeg" });
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(
    new Proxy({}, { get: () => () => undefined, set: () => true }) as never,
  );
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((callback) =>
    callback(new Blob(["drawn"], { type: "image/jpeg" })),
  );
});
// Other tests share the browser.
afterAll(() => {
  Reflect.deleteProperty(navigator, "mediaDevices");
  Reflect.deleteProperty(HTMLMediaElement.prototype, "srcObject");
});
afterEach(() => {
  act(() => {
    wishStore.put(null);
    for (const { id } of sendQueue.read()) sendQueue.remove(id);
  });
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("the camera", () => {
  it(
    "takes a picture that stands still, with named buttons in the order of the keyboard",
    { tags: ["W-PHO-004"] },
    async () => {
      await openCamera();
      await waitFor(() =>
        expect(screen.getByRole("button", { name: "Take photo" })).toBe(document.activeElement),
      );
      press("Take photo");
      expect(await screen.findByRole("img", { name: "Page 1 of 1" })).toBeTruthy();
      await waitFor(() =>
        expect(screen.getByRole("button", { name: "Upload" })).toBe(document.activeElement),
      );
      for (let pages = 1; pages <= 2; pages += 1) {
        const names = ["Retake", "Rotate", "Add page", "Upload"];
        for (const name of names)
          expect(screen.getByRole<HTMLButtonElement>("button", { name }).tabIndex).toBe(0);
        if (pages === 2) break;
        press("Add page");
        await ready();
        press("Take photo");
        await screen.findByRole("img", { name: "Page 2 of 2" });
      }
    },
  );

  it.each([
    ["none", undefined],
    ["refused", () => Promise.reject(new DOMException("", "NotAllowedError"))],
    ["missing", () => Promise.reject(new DOMException("", "NotFoundError"))],
    ["busy", () => Promise.reject(new DOMException("", "NotReadableError"))],
  ])("that is %s gives way to the phone's own", { tags: ["W-PHO-003"] }, async (_, camera) => {
    offerCamera(camera);
    await openCamera();
    expect((await screen.findByText(unavailable)).getAttribute("role")).toBe("alert");
    expect(screen.getByRole("button", { name: "Use the phone's camera" })).toBeTruthy();
    expect(phoneInput().getAttribute("capture")).toBe("environment");
    choose(phoneInput(), new File(["x"], "IMG_1.jpg", { type: "image/jpeg" }));
    expect(await screen.findByRole("img", { name: "Page 1 of 1" })).toBeTruthy();
  });

  it("says when a picture is small, and takes another from the phone", async () => {
    vi.stubGlobal("createImageBitmap", async () => ({
      width: 1280,
      height: 720,
      close: () => undefined,
    }));
    await openCamera();
    await ready();
    press("Take photo");
    expect(await screen.findByText(small)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Upload" })).toBeTruthy();
  });

  it(
    "goes off when it is closed, when the page is hidden, and two minutes untouched",
    { tags: ["W-PHO-014"] },
    async () => {
      await openCamera();
      await ready();
      expect(tracks.map(({ isOn }) => isOn)).toEqual([true]);

      const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
      fireEvent(document, new Event("visibilitychange"));
      expect(tracks.map(({ isOn }) => isOn)).toEqual([false]);
      hidden.mockRestore();
      press("Switch the camera on");
      await ready();
      expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true]);

      vi.useFakeTimers();
      fireEvent.keyDown(window, { key: "Shift" });
      act(() => void vi.advanceTimersByTime(119_000));
      expect(tracks.at(-1)?.isOn).toBe(true);
      act(() => void vi.advanceTimersByTime(2000));
      expect(tracks.at(-1)?.isOn).toBe(false);
      vi.useRealTimers();

      press("Switch the camera on");
      await ready();
      expect(tracks.at(-1)?.isOn).toBe(true);
      press("Close");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(tracks.map(({ isOn }) => isOn)).toEqual([false, false, false]);
    },
  );
});

describe("chosen files", () => {
  const opened = () => document.querySelector<HTMLInputElement>("body > input[type=file]")!;

  it(
    "in HEIC are read where the browser can, else refused by name",
    { tags: ["W-PHO-009"] },
    async () => {
      await openCamera();
      press("Close");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      press("File");
      expect(opened().accept).toContain(".heic");
      choose(opened(), new File(["x"], "IMG_7.HEIC", { type: "image/heic" }));
      const sentence =
        "This browser cannot read IMG_7.HEIC. Take the photo here or save it as JPG.";
      expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
      expect(screen.queryByRole("dialog")).toBeNull();
      // A browser that knows them.
      vi.stubGlobal("createImageBitmap", async () => ({
        width: 4000,
        height: 3000,
        close: () => undefined,
      }));
      press("File");
      choose(opened(), new File(["x"], "IMG_7.HEIC", { type: "image/heic" }));
      expect(await screen.findByRole("img", { name: "Page 1 of 1" })).toBeTruthy();
    },
  );
});

describe("a session that ends in the middle of sending", () => {
  it(
    "waits for its own person to sign in again, and then goes on with the same key",
    { tags: ["W-PHO-013"] },
    async () => {
      const person = { id: 5, email: "nadim@client.example", role: "client", isAdmin: false };
      const detail = {
        case: { id: 1, caseId: target.caseId },
        documents: [],
        applicants: [],
        assignedUsers: [],
      };
      answerWith({
        "GET /api/user": { body: person },
        "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
        [`GET /api/cases/by-case-id/${target.caseId}`]: { body: detail },
      });
      await queryClient.fetchQuery(currentUserQuery);
      const answers = [
        { status: 401, body: { message: "Unauthorized", code: "session.missing" } },
        { status: 201, body: [] },
      ];
      const keys: (string | undefined)[] = [];
      vi.stubGlobal("XMLHttpRequest", fakeRequest(answers, keys));
      await openCamera();
      await ready();
      press("Take photo");
      await screen.findByRole("img", { name: "Page 1 of 1" });
      press("Upload");
      await waitFor(() =>
        expect(sendQueue.read().map(({ state }) => state)).toEqual(["signedOut"]),
      );
      // The screen below can be used, the page cannot be closed without a question.
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(unsavedInWindow.exists()).toBe(true);
      expect(queryClient.getQueryData(currentUserQuery.queryKey)).toBeNull();
      act(
        () =>
          void queryClient.setQueryData(currentUserQuery.queryKey, { ...person, id: 6 } as never),
      );
      expect(keys).toHaveLength(1);
      act(() => void queryClient.setQueryData(currentUserQuery.queryKey, person as never));
      expect(await screen.findByText("Sent. We will check it.")).toBeTruthy();
      expect(keys).toHaveLength(2);
      expect(keys[0]).toBe(keys[1]);
      await waitFor(() => expect(unsavedInWindow.exists()).toBe(false));
    },
  );
});

/** Answers one upload after the other, and keeps their keys. */
function fakeRequest(answers: { status: number; body: unknown }[], keys: (string | undefined)[]) {
  return class extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = "";
    responseText = "";
    withCredentials = false;
    #key: string | undefined;
    open() {}
    setRequestHeader(name: string, value: string) {
      if (name === "Idempotency-Key") this.#key = value;
    }
    getResponseHeader() {
      return null;
    }
    send() {
      keys.push(this.#key);
      const answer = answers.shift();
      this.status = answer?.status ?? 500;
      this.responseText = JSON.stringify(answer?.body);
      setTimeout(() => this.dispatchEvent(new Event("load")));
    }
  };
}
