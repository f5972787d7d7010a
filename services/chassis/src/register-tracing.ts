/**
 * Loaded by `node --import` before everything else. Without an address for spans nothing further is loaded, and the
 * process is as if this file were not there.
 */
if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] && process.env['OTEL_SDK_DISABLED'] !== 'true') {
  const { startTracing } = await import('./tracing/sdk.js')
  startTracing()
}

export {}
