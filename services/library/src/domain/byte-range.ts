/** Part of a file: the first and the last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const SINGLE = /^bytes=(\d*)-(\d*)$/

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110, section 14). A header that is absent, ill-formed or
 * asks for several parts may be ignored, and is: the whole file is the answer then.
 */
export function byteRange(header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = SINGLE.exec(header.replaceAll(' ', ''))
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
