import type { Bus } from '@kla/chassis'
import { LinesWaiting, LinesWanted, subjects } from '@kla/proto'
import { readLines } from '../domain/transcript/recorded-line.js'
import type { ContextLine } from '../domain/reports/context.js'

/** Asks a gateway for the lines of a room that it has not handed in yet. Rejects when it does not answer in time. */
export type AskForLines = (gatewayId: string, roomId: string) => Promise<readonly ContextLine[]>

/** A report matters more than the last lines in it. */
const ANSWER_WITHIN_MS = 500

export const createAskForLines =
  (bus: Pick<Bus, 'ask'>): AskForLines =>
  async (gatewayId, roomId) => {
    const question = LinesWanted.encode({ roomId }).finish()
    const answer = LinesWaiting.decode(await bus.ask(subjects.gatewayLines(gatewayId), question, ANSWER_WITHIN_MS))
    const lines = readLines(answer.lines.filter((line) => line.roomId === roomId))
    if ('refused' in lines) throw new Error(`lines that are none, of gateway ${gatewayId}`)
    return lines.map(({ lineId, accountId, username, message, saidAtMs }) => {
      return { lineId, accountId, username, message, saidAtMs }
    })
  }
