import { configure } from "@testing-library/react";

/** A screen is fetched when it is first shown: on a busy machine that takes longer than the second that is usual. */
configure({ asyncUtilTimeout: 20_000 });
