import { describeFaults } from "./describe-faults.ts";
import { chatWire } from "./wires/chat.ts";

describeFaults(chatWire);
