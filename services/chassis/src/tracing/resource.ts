import { detectResources, envDetector, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'

/**
 * Who sends spans. The service is named by the folder of its entry, `services/<name>/dist/main.js`; `OTEL_SERVICE_NAME`
 * and `OTEL_RESOURCE_ATTRIBUTES` say it otherwise.
 */
export function resourceOf(entry: string): Resource {
  const home = /^(.*\/([^/]+))\/dist\/[^/]+$/.exec(entry)
  return resourceFromAttributes({
    'service.name': home?.[2] ?? 'kla',
    'service.namespace': 'kla',
    // A pod has one process of each service, a machine may have several.
    'service.instance.id': `${hostname()}-${process.pid}`,
    ...(home?.[1] === undefined ? {} : { 'service.version': versionOf(home[1]) }),
  }).merge(detectResources({ detectors: [envDetector] }))
}

function versionOf(home: string): string {
  const { version } = JSON.parse(readFileSync(resolve(home, 'package.json'), 'utf8')) as { version: string }
  return version
}
