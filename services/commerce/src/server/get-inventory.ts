import type { CommerceHandlers, Dependencies } from './dependencies.js'

export const getInventory =
  ({ ledger }: Pick<Dependencies, 'ledger'>): CommerceHandlers['getInventory'] =>
  async (_request, call) => {
    const { accountId } = await call.principal()
    const available = await ledger.available(accountId)
    return {
      gifSaves: available.get('gif_saves') ?? 0,
      wildCards: available.get('wild_cards') ?? 0,
      battlePasses: available.get('battle_passes') ?? 0,
    }
  }
