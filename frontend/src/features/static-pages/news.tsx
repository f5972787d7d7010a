import { TEXT_LANGUAGE } from '../../shared/format.js'
import { NAVIGATION } from '../../texts/shell.js'
import { Page } from './page.js'
import styles from './page.module.css'

// A date, never shifted to another time zone.
const day = new Intl.DateTimeFormat(TEXT_LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })

export default function News() {
  return (
    <Page title={NAVIGATION.news}>
      {POSTS.map((post) => (
        <article key={post.title} className={styles.post}>
          <h2 className={styles.title}>{post.title}</h2>
          <p className={styles.date}>
            <time dateTime={post.date}>{day.format(new Date(post.date))}</time>
          </p>
          <div className={styles.text} dangerouslySetInnerHTML={{ __html: post.html }} />
        </article>
      ))}
    </Page>
  )
}

interface Post {
  title: string
  date: string
  /** Compiled from this repository at build time: trusted. */
  html: string
}

const files = import.meta.glob<Post>('../../../content/news/*.md', { eager: true, import: 'default' })

const POSTS: readonly Post[] = Object.values(files).toSorted((one, other) => other.date.localeCompare(one.date))
