type Method = 'create' | 'join' | 'leave'

/** Names a command among all commands: ids are the clients' own, so two people may use the same one. No id, no name. */
export const commandKey = (method: Method, accountId: number, commandId: string): string | undefined =>
  commandId === '' ? undefined : `${accountId}:${method}:${commandId}`
