/** A match as the list of due ones names it: its id, and in whose tickets it is. */
export interface DueMatch {
  readonly id: string
  readonly accountIds: readonly [number, number]
}

export const toMember = ({ id, accountIds }: DueMatch): string => [id, ...accountIds].join(':')

export function fromMember(member: string): DueMatch {
  const [id = '', one, other] = member.split(':')
  return { id, accountIds: [Number(one), Number(other)] }
}
