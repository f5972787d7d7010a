import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diag, type DiagLogger, DiagLogLevel, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { createLogger, type Logger } from '../logger.js'
import { traceBy } from './index.js'
import { RedactingSpans } from './redact-spans.js'
import { createSpans, samplerOf } from './spans.js'

/** Names the service after the folder of its entry; `OTEL_*` variables override it. */
export function resourceOf(entry: string): Resource {
  const home = /^(.*\/([^/]+))\/dist\/[^/]+$/.exec(entry)
  return resourceFromAttributes({
    'service.name': home?.[2] ?? 'kla',
    'service.namespace': 'kla',
    // Machines run several processes.
    'service.instance.id': `${hostname()}-${process.pid}`,
    ...(home?.[1] === undefined ? {} : { 'service.version': versionOf(home[1]) }),
  }).merge(detectResources({ detectors: [envDetector] }))
}

function versionOf(home: string): string {
  const { version } = JSON.parse(readFileSync(resolve(home, 'package.json'), 'utf8')) as { version: string }
  return version
}

const PAUSE_MS = 60_000

/** Logs once a minute: a missing collector fails every few seconds. */
function createThrottledLogger(log: Pick<Logger, 'warn'>): DiagLogger {
  let quietUntil = 0
  const warn = (what: string): void => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + PAUSE_MS
    log.warn({ what }, 'span export failed')
  }
  const nothing = (): void => undefined
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing }
}

const FLUSH_WITHIN_MS = 3_000
const TEXT_MAX = 300

const LIBRARIES = ['@grpc/grpc-js', 'ioredis', 'pg']

/** Exports spans by OTLP/HTTP to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export function startTracing(): void {
  const resource = resourceOf(process.argv[1] ?? '')
  const service = String(resource.attributes['service.name'])
  diag.setLogger(createThrottledLogger(createLogger({ service })), DiagLogLevel.WARN)
  const sampler = samplerOf(process.env)
  const provider = new NodeTracerProvider({
    resource,
    sampler,
    spanProcessors: [new RedactingSpans(new BatchSpanProcessor(new OTLPTraceExporter()))],
    spanLimits: { attributeValueLengthLimit: TEXT_MAX },
  })
  provider.register()
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Check', 'Watch', 'CallStream'] }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  })
  // Patched by `require`, without a loader hook and its thread.
  const load = createRequire(import.meta.url)
  for (const library of LIBRARIES) load(library)

  const close = (): Promise<void> =>
    Promise.race([provider.shutdown(), sleep(FLUSH_WITHIN_MS, undefined, { ref: false })]).catch(() => undefined)
  traceBy(createSpans(trace.getTracer('kla'), sampler, close))
}
