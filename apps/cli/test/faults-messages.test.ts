import { describeFaults } from "./describe-faults.ts";
import { messagesWire } from "./wires/messages.ts";

describeFaults(messagesWire);
