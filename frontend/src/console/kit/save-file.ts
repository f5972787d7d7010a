/** Some browsers read the file only after the click's task. */
const READ_WITHIN_MS = 60_000

/** Starts the browser's download of a file that the page made. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}
