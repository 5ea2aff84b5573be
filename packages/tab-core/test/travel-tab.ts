/** A small task in the manner of a travel guide, for tests of what the tab says. */
import { createMemoryStore, createTab, type ObservationRecord, type Tab, type TabOptions } from "@runningtab/tab-core";

export const taskText =
  "Write a guide to business travel reimbursement from the company's policies: reimbursement standards, approval authority.";

export function newTab(options: Partial<TabOptions> = {}): Tab {
  return createTab({ store: createMemoryStore(), task: "travel", now: () => 0, ...options });
}

export function read(path: string, excerpt: string, more: Partial<ObservationRecord["reads"][number]> = {}) {
  return { paths: [path], excerpt, origin: "read", partial: false, redacted: false, confidence: 1, ...more } as const;
}

let calls = 0;
export function call(turn = 1): { callId: string; turn: number } {
  return { callId: `call ${++calls}`, turn };
}

export function observe(tab: Tab, turn: number, seen: Partial<ObservationRecord>): ReturnType<Tab["record"]> {
  return tab.record({ command: "bash", reads: [], listed: [], ...call(turn), ...seen });
}

export const policy = "policies/business_travel_management_policy_2.txt";
export const policyText =
  "Chapter 2\n\nArticle 7 Standards for Reimbursement of Business Travel Expenses\nHotel: at most 350 yuan per night.\n";
export const rules = "policies/travel_expense_standards_and_reimbursement_rules_2024.docx";

/** Three requirements, two reads, one file never opened. */
export async function travelTab(options: Partial<TabOptions> = {}): Promise<Tab> {
  const tab = newTab(options);
  await tab.open(taskText);
  await observe(tab, 1, { listed: [policy, rules, "notes/menu.txt", "notes/parking.txt"] });
  await tab.add(["reimbursement standards", "approval authority", "guide document"], call(2));
  await observe(tab, 6, {
    command: `read ${policy}`,
    reads: [read("notes/menu.txt", "Soup, salad\n"), read(policy, policyText)],
  });
  return tab;
}
