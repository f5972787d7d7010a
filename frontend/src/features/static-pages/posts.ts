export interface Post {
  title: string
  /** ISO 8601, the day alone. */
  date: string
  /** Made of a file of this repository while building; it comes from nobody else. */
  html: string
}

const files = import.meta.glob<Post>('../../../content/news/*.md', { eager: true, import: 'default' })

/** Every post, the newest first. */
export const POSTS: readonly Post[] = Object.values(files).toSorted((one, other) => other.date.localeCompare(one.date))
