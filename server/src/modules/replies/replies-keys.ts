import { pathOf } from "contract/endpoint";
import { repliesApi } from "contract/replies";

/** What open screens read. */
export const repliesKeys = [pathOf(repliesApi.list, {})];
