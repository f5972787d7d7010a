import type { AckFrame, FrameMarks, ServerEventName, ServerEvents } from '@kla/proto/web'

/** What a frame carries beside its event: the connection's number of it, and the same for everybody who gets it. */
export type EventMarks = FrameMarks & { readonly seq?: number }

/** The text of an event. Its data is made into text once, however many get it; only the marks differ. */
export function eventFrame(event: ServerEventName, data: string, { seq, id, news }: EventMarks = {}): string {
  const number = seq === undefined ? '' : `,"seq":${seq}`
  const line = id === undefined ? '' : `,"id":"${id}"`
  const battle = news === undefined ? '' : `,"news":${news}`
  return `{"event":"${event}","data":${data}${number}${line}${battle}}`
}

/** The data of an event as text. */
export const dataText = <Name extends ServerEventName>(_event: Name, data: ServerEvents[Name]): string =>
  JSON.stringify(data)

/** The text of an answer. */
export const answerFrame = (frame: AckFrame): string => JSON.stringify(frame)
