import { describeFaults } from "./describe-faults.ts";
import { responsesWire } from "./wires/responses.ts";

describeFaults(responsesWire);
