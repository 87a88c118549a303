/** Hears what the portal announces to open screens. */
import { listen } from "#server/database/channel.ts";
import { type Closing, LIVE_CHANNEL, type Notice } from "#server/events/announce.ts";

export type Heard = { notices: (Notice | Closing)[]; stop(): void };

export async function listenToNotices(): Promise<Heard> {
  const notices: (Notice | Closing)[] = [];
  const subscription = listen(LIVE_CHANNEL, (payload) => {
    notices.push(JSON.parse(payload) as Notice | Closing);
  });
  await subscription.ready;
  return { notices, stop: () => subscription.stop() };
}
