import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/** `[now, version, state or '', answer or '']` */
export const loadScript = defineScript<[number, string, string, string]>(`
-- KEYS: record, answer
${NOW}
local record = redis.call('HMGET', KEYS[1], 'version', 'state')
return { now, record[1] or '0', record[2] or '', redis.call('GET', KEYS[2]) or '' }
`)
