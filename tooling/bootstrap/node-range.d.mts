export function satisfiesRange(version: string, range: string): boolean;
