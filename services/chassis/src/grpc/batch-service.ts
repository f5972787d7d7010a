import { Metadata, type ServerWritableStream, status as Status } from '@grpc/grpc-js'
import type { BatchedCall, CallBatchRequest, CallBatchResponse, CallResult } from '@kla/proto'
import { KlaError, toServiceError } from '../errors.js'
import { tracing } from '../tracing/index.js'
import { BATCH_MAX_BYTES, BATCH_MAX_CALLS, batchedBytes } from './batch-limits.js'
import type { CheckCaller } from './caller.js'
import { type Arrival, type CallOptions, type Handler, type Rpc, serve } from './served-call.js'

/** A method that batches may call. */
export interface BatchedMethod {
  readonly rpc: Rpc
  readonly handler: Handler
}

type Batch = ServerWritableStream<CallBatchRequest, CallBatchResponse>
type CallOutcome = NonNullable<CallResult['outcome']>

/** Serves `kla.batch.v1.BatchService/CallBatch` over this server's unary methods. */
export function callBatch(
  methods: ReadonlyMap<string, BatchedMethod>,
  options: CallOptions & { readonly checkCaller: CheckCaller },
) {
  return async (raw: Batch): Promise<void> => {
    try {
      options.checkCaller(raw)
    } catch (error) {
      return void raw.emit('error', toServiceError(KlaError.from(error)))
    }
    // The client sends its next batch on receiving these.
    raw.sendMetadata(new Metadata())
    const gone = new AbortController()
    raw.once('cancelled', () => gone.abort())
    const results = createResults(raw)
    let bytes = 0
    await Promise.all(
      raw.request.calls.map(async (call, index) => {
        bytes += batchedBytes(call)
        const method = methods.get(call.path)
        const outcome: CallOutcome =
          index >= BATCH_MAX_CALLS || bytes > BATCH_MAX_BYTES
            ? { $case: 'notTaken', value: Status.RESOURCE_EXHAUSTED }
            : method
              ? await serveOne(method, call, { raw, gone: gone.signal }, options)
              : { $case: 'notTaken', value: Status.UNIMPLEMENTED }
        results.add({ index, outcome })
      }),
    )
    results.end()
  }
}

async function serveOne(
  { rpc, handler }: BatchedMethod,
  { path, request, principal, requestId, traceparent, timeoutMs }: BatchedCall,
  { raw, gone }: { readonly raw: Batch; readonly gone: AbortSignal },
  options: CallOptions,
): Promise<CallOutcome> {
  const until = performance.now() + timeoutMs
  const arrival: Arrival = {
    raw,
    requestId: requestId || undefined,
    principalToken: principal || undefined,
    signal: () => AbortSignal.any([gone, AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())))]),
  }
  const tracer = traceparent ? tracing() : undefined
  const work = async () => {
    const outcome = await serve(rpc, handler, { arrival, request }, options)
    const { code = Status.OK } = 'refusal' in outcome ? toServiceError(outcome.refusal) : {}
    tracer?.note({ 'rpc.grpc.status_code': code })
    return outcome
  }
  const outcome = await (tracer ? tracer.serve(path, traceparent, work) : work())
  if ('response' in outcome) return { $case: 'response', value: outcome.response as Buffer }
  return { $case: 'refusal', value: { reason: outcome.refusal.reason, text: outcome.refusal.message } }
}

/** Sends the results of one event loop turn together: a message costs more than a result. */
function createResults(raw: Batch) {
  let finished: CallResult[] = []
  let bytes = 0
  let scheduled = false
  const flush = (): void => {
    scheduled = false
    if (finished.length > 0 && !raw.cancelled) raw.write({ results: finished })
    finished = []
    bytes = 0
  }
  return {
    add(result: CallResult): void {
      const size = result.outcome?.$case === 'response' ? result.outcome.value.length : 0
      if (bytes + size > BATCH_MAX_BYTES) flush()
      finished.push(result)
      bytes += size
      if (scheduled) return
      scheduled = true
      setImmediate(flush)
    },
    end(): void {
      flush()
      raw.end()
    },
  }
}
