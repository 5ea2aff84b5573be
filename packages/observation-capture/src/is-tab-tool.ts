/** Whether a tool is one of the tab's own, also behind a server's prefix (`mcp__tab__tab_list`). */
export function isTabTool(tool: string): boolean {
  return /(?:^|__|[./:])tab_\w+$/.test(tool);
}
