/** What runs on the thread of its own. */
export { writeXlsx as run } from "./write-xlsx.ts";
