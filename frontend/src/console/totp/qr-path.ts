/** The dark modules of a code as one path, a rectangle for each run of them in a row. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      runs.push(`M${start} ${y}h${x - start + 1}v1H${start}z`)
    }
  }
  return runs.join('')
}
