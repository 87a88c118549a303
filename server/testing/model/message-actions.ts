import { commentsApi } from "contract/comments";
import { type ModelAction, idIn } from "./action.ts";
import { sees } from "./visibility.ts";

const emojis = ["👍", "🎉"];

/** Every second one is a reply, where there is something to reply to. */
const comment: ModelAction = ({ who, caseFile, one, value }) => {
  const parent = value % 2 === 0 ? one(caseFile.messages) : undefined;
  const text = `Message ${value}`;
  return {
    ask: {
      endpoint: commentsApi.create,
      params: { id: caseFile.id },
      body: { message: text, parentId: parent?.id ?? null },
    },
    isSeen: sees(who, caseFile),
    happen: (answer) => {
      caseFile.messages.push({
        id: idIn(answer),
        text,
        author: who,
        thread: parent?.thread ?? parent ?? null,
        readers: new Set([who]),
        reactions: [],
      });
    },
  };
};

const react: ModelAction = ({ who, caseFile, one, value }) => {
  const message = one(caseFile.messages);
  if (!message) return null;
  const emoji = emojis[value % emojis.length] as string;
  return {
    ask: {
      endpoint: commentsApi.react,
      params: { id: message.id },
      body: { emoji },
    },
    isSeen: sees(who, caseFile),
    happen: () => {
      const others = message.reactions.filter((own) => own.who !== who || own.emoji !== emoji);
      const isTakenBack = others.length < message.reactions.length;
      message.reactions = isTakenBack ? others : [...others, { who, emoji }];
    },
  };
};

const markRead: ModelAction = ({ who, caseFile }) => ({
  ask: { endpoint: commentsApi.markRead, params: { id: caseFile.id } },
  isSeen: sees(who, caseFile),
  happen: () => {
    for (const { readers } of caseFile.messages) readers.add(who);
  },
});

export const messageActions = { comment, react, markRead };
