import { newId } from '@kla/chassis'
import type { Client, Pod } from './engine.js'

/** Someone who plays, through whichever process it is told to. */
export class Player {
  constructor(
    readonly id: number,
    private readonly as: (accountId: number) => Promise<{ principal: string }>,
  ) {}

  ready = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.readyUp(command(roomId), who))
  pick = (pod: Pod, roomId: string, index: number, round = 0) =>
    this.call(pod, (client, who) => client.chooseGif({ ...command(roomId), index, round }, who))
  playWildCard = (pod: Pod, roomId: string, gifUrl: string, commandId = newId(), round = 0) =>
    this.call(pod, (client, who) => client.playWildCard({ commandId, roomId, gifUrl, round }, who))
  saveChoice = (pod: Pod, roomId: string, index: number, commandId = newId(), round = 0) =>
    this.call(pod, (client, who) => client.saveGifChoice({ commandId, roomId, index, round }, who))
  saveReceived = (pod: Pod, roomId: string, gifUrl: string, commandId = newId()) =>
    this.call(pod, (client, who) => client.saveGifReceived({ commandId, roomId, gifUrl }, who))
  finish = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.finish(command(roomId), who))
  vote = (pod: Pod, roomId: string, winnerId: number) =>
    this.call(pod, (client, who) => client.declareWinner({ ...command(roomId), winnerId }, who))
  reportRepair = (pod: Pod, roomId: string, repairing: boolean) =>
    this.call(pod, (client, who) => client.reportRepair({ ...command(roomId), repairing }, who))
  wildCards = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.listWildCards({ roomId }, who))
  played = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.findPlayedBattle({ roomId }, who))
  result = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.getResult({ roomId }, who))
  view = (pod: Pod, roomId: string) => this.call(pod, (client, who) => client.getBattle({ roomId }, who))

  /** What its calls carry. */
  who = () => this.as(this.id)

  private call = async <T>(pod: Pod, make: (client: Client, who: { principal: string }) => Promise<T>): Promise<T> =>
    make(pod.client, await this.as(this.id))
}

const command = (roomId: string) => ({ commandId: newId(), roomId })
