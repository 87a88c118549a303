/** The reader on a machine without a way out. */
import "./refused-network.ts";
import "#server/modules/readings/passport-reader.program.ts";
