/** A fault as data: what to find, what to put there, and the tests that have to notice. */
export interface PlantedFault {
  /** What is gone, as a reader would say it. */
  what: string;
  file: string;
  /** Stands in the file exactly once; otherwise the list is out of date, and the run fails. */
  text: string;
  replacement: string;
  /** Test files below server/. */
  tests: string[];
}
