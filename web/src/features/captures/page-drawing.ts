/** Draws pages as they are sent: upright, not larger than needed, and without what the camera wrote beside the picture. */
import type { Page, Picture } from "./pages.ts";

export type Drawing = { readonly longSide: number; readonly quality: number };

/** Each is tried when the pages before it were too large together. */
export const drawings: readonly Drawing[] = [
  { longSide: 3000, quality: 0.85 },
  { longSide: 2400, quality: 0.75 },
  { longSide: 2000, quality: 0.65 },
];

/** Of a page as it is drawn, the quarter turns counted in. */
export function drawnSize(
  { width, height, turns }: Pick<Page, "width" | "height" | "turns">,
  longSide: number,
): { width: number; height: number; scale: number } {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width];
  return { width: Math.round(across * scale), height: Math.round(down * scale), scale };
}

/** Reads a picture as the browser shows it; fails where the browser cannot. */
export async function readPicture(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: "from-image" });
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height, url: URL.createObjectURL(blob) };
}

/** A JPEG made of dots alone: place and device are gone. */
export async function drawPage(page: Page, { longSide, quality }: Drawing): Promise<Blob> {
  const bitmap = await createImageBitmap(page.blob, { imageOrientation: "from-image" });
  const { width, height, scale } = drawnSize(page, longSide);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = contextOf(canvas);
  // What is transparent in a PNG is paper.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.translate(width / 2, height / 2);
  context.rotate((page.turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(bitmap, -page.width / 2, -page.height / 2);
  bitmap.close();
  return jpegOf(canvas, quality);
}

/** What the camera shows at this moment. */
export function pictureOfVideo(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  contextOf(canvas).drawImage(video, 0, 0);
  return jpegOf(canvas, 0.95);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser has no canvas left");
  return context;
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be written"))),
      "image/jpeg",
      quality,
    );
  });
}
