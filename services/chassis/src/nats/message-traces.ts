import { headers, type JsMsg, type Msg, type MsgHdrs } from 'nats'
import { tracing, type SpanFacts } from '../tracing/index.js'

/** W3C trace context, as a message carries it whose sender is traced. */
const TRACEPARENT = 'traceparent'

/** Sends a message, with what ties it to the sender's trace. `begins`: a trace may begin with it. */
export function sendTraced<T>(
  subject: string,
  send: (carried: { headers?: MsgHdrs }) => T,
  options: { facts?: SpanFacts; begins?: true } = {},
): T {
  const traced = tracing()
  if (!traced) return send({})
  return traced.send(subject, options, (traceparent) => {
    if (traceparent === undefined) return send({})
    const carried = headers()
    carried.set(TRACEPARENT, traceparent)
    return send({ headers: carried })
  })
}

/** Handles a message, in the trace of its sender if it has one. */
export function receiveTraced<M extends Msg | JsMsg, T>(message: M, handle: (message: M) => T): T {
  const traced = tracing()
  const traceparent = traced && message.headers?.get(TRACEPARENT)
  if (!traced || !traceparent) return handle(message)
  return traced.receive(message.subject, traceparent, () => handle(message))
}
