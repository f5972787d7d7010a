import type { JsMsg } from '@nats-io/jetstream'
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node'
import { type SpanAttributes, tracing } from '../tracing/index.js'

/** Header that carries the trace of a message (W3C Trace Context). */
const TRACEPARENT = 'traceparent'

/** Sends the active trace context. `begins`: may start a trace. */
export function sendTraced<T>(
  subject: string,
  send: (carried: { headers?: MsgHdrs }) => T,
  options: { events?: SpanAttributes; begins?: true } = {},
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

/** Handles a message in its sender's trace. */
export function receiveTraced<M extends Msg | JsMsg, T>(message: M, handle: (message: M) => T): T {
  const traced = tracing()
  const traceparent = traced && message.headers?.get(TRACEPARENT)
  if (!traced || !traceparent) return handle(message)
  return traced.receive(message.subject, traceparent, () => handle(message))
}
