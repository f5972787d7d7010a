/** The name of a player; of an account that was deleted only the figures are left. */
export const nameOfPlayer = ({ username }: { readonly username: string }): string => username || 'Deleted player'
