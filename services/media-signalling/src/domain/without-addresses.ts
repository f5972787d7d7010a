import { withoutOwnAddress } from './candidate-line.js'
import type { PassingAddresses } from './ice-transport-policy.js'
import { holdsAddress } from './ip-address.js'

const FINGERPRINT = /^a=fingerprint:sha-\d{1,3} [0-9a-f]{2}(:[0-9a-f]{2}){15,63}$/i
const ORIGIN = /^o=[^ ]+ (\d{1,20}) (\d{1,20}) IN IP[46] [^ ]+$/
const MEDIA = /^m=([a-z]{1,20}) (\d{1,5}) ([A-Za-z0-9/]{1,40}) ([A-Za-z0-9 -]{1,400})$/

/**
 * A session description in which only those have addresses whose may pass: other candidates are gone, the addresses and ports
 * that SDP wants elsewhere are blanked (9 is the port that means "ask ICE", RFC 8839, section 4.3.1), and a line of an
 * unknown attribute that holds an address is left out. Undefined for what no browser writes.
 */
export function withoutAddresses(sdp: string, passing: Exclude<PassingAddresses, 'all'>): string | undefined {
  const lines: string[] = []
  for (const line of sdp.split(/\r\n|\r|\n/)) {
    if (line === '') continue
    const kept = passingLine(line, passing)
    if (kept === undefined) return undefined
    if (kept !== null) lines.push(kept)
  }
  return `${lines.join('\r\n')}\r\n`
}

/** The line to pass on, null to leave it out, undefined if the whole description is not to be trusted. */
function passingLine(line: string, passing: Exclude<PassingAddresses, 'all'>): string | null | undefined {
  switch (line.slice(0, 2)) {
    case 'v=':
      return line === 'v=0' ? line : undefined
    case 'o=': {
      const match = ORIGIN.exec(line)
      return match ? `o=- ${match[1]} ${match[2]} IN IP4 0.0.0.0` : undefined
    }
    case 's=':
      return 's=-'
    case 'c=':
      return 'c=IN IP4 0.0.0.0'
    case 'm=': {
      const match = MEDIA.exec(line)
      return match ? `m=${match[1]} ${Number(match[2]) === 0 ? 0 : 9} ${match[3]} ${match[4]}` : undefined
    }
    case 't=':
    case 'b=':
      return holdsAddress(line) ? null : line
    case 'a=':
      return passingAttribute(line, passing)
    default:
      return null
  }
}

function passingAttribute(line: string, passing: Exclude<PassingAddresses, 'all'>): string | null {
  const name = (/^a=\s*([^:\s]*)/.exec(line)?.[1] ?? '').toLowerCase()
  switch (name) {
    case 'candidate': {
      const candidate = withoutOwnAddress(line.slice('a='.length), passing)
      return candidate === undefined ? null : `a=${candidate}`
    }
    case 'remote-candidates':
      return null
    case 'rtcp':
      return 'a=rtcp:9 IN IP4 0.0.0.0'
    case 'fingerprint':
      return FINGERPRINT.test(line) ? line : null
    default:
      return holdsAddress(line) ? null : line
  }
}
