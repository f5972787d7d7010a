/** Lets the browser answer whoever touches the page, and goes on after that. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
