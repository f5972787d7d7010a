import type { AckFrame, ServerEventName, ServerEvents } from '@kla/proto/web'

/** The text of an event. Its data is made into text once, however many get it; only the number differs. */
export const eventFrame = (event: ServerEventName, data: string, seq?: number): string =>
  seq === undefined ? `{"event":"${event}","data":${data}}` : `{"event":"${event}","data":${data},"seq":${seq}}`

/** The data of an event as text. */
export const dataText = <Name extends ServerEventName>(_event: Name, data: ServerEvents[Name]): string =>
  JSON.stringify(data)

/** The text of an answer. */
export const answerFrame = (frame: AckFrame): string => JSON.stringify(frame)
