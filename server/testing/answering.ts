/** A case whose client answers by mail, and what the portal makes of it. */
import { commentsApi } from "contract/comments";
import { type Actors, openActors } from "./actors.ts";
import { replyAddress } from "./mailed.ts";
import { mailsTo } from "./mails.ts";
import type { TestApp } from "./test-app.ts";

/** `from` is his address, `to` the one that a mail of the case asks him to answer to. */
export type Answering = { actors: Actors; from: string; to: string };

/** In a portal with a mailbox. */
export async function openAnswering(portal: TestApp): Promise<Answering> {
  const actors = await openActors(portal);
  const { client } = actors.people;
  return { actors, from: client.email, to: replyAddress(client.id, actors.caseFile.id) };
}

export const saidIn = ({ agent, caseFile }: Actors) =>
  agent.call(commentsApi.list, { params: caseFile });

/** Letters about mails of his. */
export const answersTo = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template.startsWith("reply"));

/** The paragraph of the last of them. */
export const reasonTo = async (email: string) =>
  (await answersTo(email)).at(-1)?.text.split("\n")[2];
