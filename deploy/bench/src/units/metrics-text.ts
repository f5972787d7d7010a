const LINE = /^([a-z_]+)(\{[^}]*\})? (\S+)$/

/** The sum over all series of a measure in the Prometheus text format, those whose labels hold `label` alone if given. */
export function sumOf(text: string, measure: string, label = ''): number {
  let sum = 0
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === measure && labels.includes(label)) sum += Number(value)
  }
  return sum
}
