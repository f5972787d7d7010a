/** Loaded by `node --import`. Loads nothing further unless an OTLP endpoint is set. */
if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] && process.env['OTEL_SDK_DISABLED'] !== 'true') {
  const { startTracing } = await import('./tracing/sdk.js')
  startTracing()
}

export {}
