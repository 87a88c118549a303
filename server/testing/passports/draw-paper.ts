/** Papers without the lines of a passport: letters, tables of a bank, portraits. */
import { createCanvas } from "@napi-rs/canvas";
import type { GreyPicture } from "#server/modules/readings/lines/grey-picture.ts";
import { loadTypefaces } from "./draw-page.ts";
import type { SeededRandom } from "./seeded-random.ts";

const words =
  "the bank confirms that account of holder since year balance amount AED 1,204.50 12 Mar 2024 to whom it may concern DUBAI TRANSFER REFERENCE 0045129".split(
    " ",
  );

export function drawPaper({
  width,
  isLetter,
  random,
}: {
  width: number;
  isLetter: boolean;
  random: SeededRandom;
}): GreyPicture {
  loadTypefaces();
  const height = Math.round(width * (isLetter ? 1.3 : 0.8));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "rgb(40, 40, 40)";
  if (isLetter) {
    const size = random.between(16, 34);
    // Also in the typeface of the lines, and of capitals alone, as of a typewriter.
    context.font = `${size}px "${random.pick(["Plex 400", "Plex 600", "Lines"])}"`;
    const isLoud = random.next() < 0.3;
    const leading = size * random.between(1.2, 2.4);
    for (let y = 90; y < height - 60; y += leading) {
      let text = "";
      while (context.measureText(text).width < width * 0.8) text += `${random.pick(words)} `;
      context.fillText(isLoud ? text.toUpperCase() : text, width * 0.08, y);
    }
  } else {
    context.fillStyle = "rgb(170, 170, 170)";
    context.fillRect(0, 0, width, height);
    context.fillStyle = "rgb(90, 80, 75)";
    context.beginPath();
    context.ellipse(
      width / 2,
      height * 0.42,
      width * random.between(0.12, 0.2),
      height * 0.3,
      0,
      0,
      2 * Math.PI,
    );
    context.fill();
  }
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    pixels: Uint8Array.from({ length: width * height }, (_, pixel) => data[pixel * 4]!),
  };
}
