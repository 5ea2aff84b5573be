import { describeFaults } from "./describe-faults.ts";
import { googleWire } from "./wires/google.ts";

describeFaults(googleWire);
