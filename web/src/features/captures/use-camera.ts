import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { pictureOfVideo } from "./page-drawing.ts";

/** Untouched for so long, the camera goes off. */
const UNTOUCHED_MS = 2 * 60_000;
const TOUCHES = ["pointerdown", "keydown"] as const;
const WANTED: MediaStreamConstraints = {
  video: {
    facingMode: { ideal: "environment" },
    width: { ideal: 3840 },
    height: { ideal: 2160 },
  },
  audio: false,
};

type CameraState = "starting" | "live" | "off" | "unavailable";

/** Takes pictures finer than its film, where a browser has it. */
type StillCamera = { takePhoto: () => Promise<Blob> };
type StillCameraMaker = new (track: MediaStreamTrack) => StillCamera;

/** The camera at the back, for as long as the page is looked at. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("starting");
  const stream = useRef<MediaStream | null>(null);
  /** Tells an answer of the browser that comes when nobody waits for it any more. */
  const attempt = useRef(0);

  const stop = useCallback(() => {
    attempt.current += 1;
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
    if (video.current) video.current.srcObject = null;
  }, []);
  const switchOff = useCallback(() => {
    stop();
    setState((before) => (before === "unavailable" ? before : "off"));
  }, [stop]);
  const switchOn = useCallback(async () => {
    stop();
    const mine = attempt.current;
    try {
      const opened = await openCamera();
      if (mine !== attempt.current) return opened.getTracks().forEach((track) => track.stop());
      stream.current = opened;
      if (video.current) {
        video.current.srcObject = opened;
        await video.current.play().catch(() => undefined);
      }
      if (mine === attempt.current) setState("live");
    } catch {
      if (mine === attempt.current) setState("unavailable");
    }
  }, [stop]);

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only when the camera has answered
    void switchOn();
    return stop;
  }, [switchOn, stop]);
  useUnlooked(switchOff);

  return {
    video,
    state,
    switchOn: () => {
      setState("starting");
      void switchOn();
    },
    takePicture: async (): Promise<Blob> => {
      const [track] = stream.current?.getVideoTracks() ?? [];
      if (track === undefined || video.current === null) throw new Error("The camera is off");
      return (await stillOf(track)) ?? pictureOfVideo(video.current);
    },
  };
}

async function openCamera(): Promise<MediaStream> {
  // Undefined without https.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Error("This browser has no camera");
  return devices.getUserMedia(WANTED);
}

/** Null where the browser takes no stills, or this camera does not. */
async function stillOf(track: MediaStreamTrack): Promise<Blob | null> {
  const Maker: unknown = Reflect.get(window, "ImageCapture");
  if (typeof Maker !== "function") return null;
  return new (Maker as StillCameraMaker)(track).takePhoto().catch(() => null);
}

/** The page is hidden, or nobody has touched it for a while. */
function useUnlooked(react: () => void): void {
  const end = useEffectEvent(react);
  useEffect(() => {
    let timer = setTimeout(() => end(), UNTOUCHED_MS);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(), UNTOUCHED_MS);
    };
    const hidden = () => {
      if (document.hidden) end();
    };
    for (const name of TOUCHES) window.addEventListener(name, touched, { capture: true });
    document.addEventListener("visibilitychange", hidden);
    return () => {
      clearTimeout(timer);
      for (const name of TOUCHES) window.removeEventListener(name, touched, { capture: true });
      document.removeEventListener("visibilitychange", hidden);
    };
  }, []);
}
