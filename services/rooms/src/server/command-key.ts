/** Names a command among all commands: ids are the clients' own, so two people may use the same. Undefined without an id. */
export const commandKey = (method: 'create' | 'join' | 'leave', accountId: number, commandId: string): string | undefined =>
  commandId === '' ? undefined : `${accountId}:${method}:${commandId}`
