/** The conversation of a case as a page that any browser opens, without the portal and without a network. Pure. */
import type { Reply } from "contract/comments";

type Named = { title: string; caseId: string };

export function beginPage({ title, caseId }: Named): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${caseId} ${title}`)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 44rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
article { border-top: 1px solid #ccc; padding: 0.75rem 0; }
article.answer { margin-inline-start: 2rem; }
header { color: #555; font-size: 0.8125rem; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; white-space: pre-wrap; }
</style>
</head>
<body>
<h1 dir="auto">${escaped(title)}</h1>
`;
}

export const endPage = "</body>\n</html>\n";

/** `pathOf`: where in the archive the file of a message lies. */
export function messageOnPage(message: Reply, pathOf: (id: number) => string | undefined): string {
  const { id, parentId, user, createdAt, attachmentOriginalName: attached } = message;
  const author = [user?.firstName, user?.lastName].filter(Boolean).join(" ") || user?.email;
  const answer =
    parentId === null ? "" : ` · <a href="#message-${parentId}">answer to ${parentId}</a>`;
  const path = pathOf(id);
  const file = attached === null ? "" : `<p dir="auto">${linkTo(path, attached)}</p>\n`;
  return `<article id="message-${id}"${parentId === null ? "" : ' class="answer"'}>
<header>${id} · <bdi>${escaped(author ?? "Deleted user")}</bdi> · <time>${new Date(createdAt).toISOString()}</time>${answer}</header>
<p dir="auto">${escaped(message.message)}</p>
${file}</article>
`;
}

function linkTo(path: string | undefined, name: string): string {
  if (path === undefined) return escaped(name);
  const address = path.split("/").map(encodeURIComponent).join("/");
  return `<a href="${escaped(address)}">${escaped(name)}</a>`;
}

const marks: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
