export type Catalogue = typeof en;

export const en = {
  nav: { label: 'HR Studium', courses: 'Courses', certificates: 'My certificates' },
  area: { safety: 'Safety', people: 'People', data: 'Data', languages: 'Languages' },
  catalogue: {
    title: 'Courses',
    lead: (active: number) =>
      active === 0
        ? 'Choose what to learn next.'
        : active === 1
          ? '1 course in progress'
          : `${active} courses in progress`,
    resume: 'Continue where you stopped',
    filter: 'Area',
    all: 'All',
    lessons: (count: number) => `${count} lessons`,
    minutes: (count: number) => `${count} min`,
    done: (done: number, of: number) => `${done} of ${of}`,
    notStarted: 'Not started',
    finished: 'Finished',
    progress: (title: string) => `Progress in ${title}`,
    emptyTitle: 'No course in this area yet',
    emptyBody: 'New courses are published every month.',
    clear: 'Show all courses',
  },
  course: {
    back: 'All courses',
    start: 'Start',
    resume: 'Continue',
    again: 'See again',
    certificate: 'See my certificate',
    lessons: 'Lessons',
    lessonDone: 'done',
    missingTitle: 'This course does not exist',
    missingBody: 'It may have ended, or the address has a mistake.',
  },
  lesson: {
    of: (number: number, count: number) => `Lesson ${number} of ${count}`,
    complete: 'Mark as done and continue',
    finish: 'Finish course',
    previous: 'Previous lesson',
  },
  certificates: {
    title: 'My certificates',
    lead: 'One for each course that you finished.',
    name: 'Certificate of completion',
    given: (name: string) => `Given to ${name}`,
    you: 'you',
    hours: (hours: string) => `${hours} hours`,
    number: 'Number',
    issued: 'Issued',
    see: 'See the course',
    emptyTitle: 'No certificate yet',
    emptyBody: 'Finish a course and its certificate appears here.',
    toCourses: 'Go to courses',
  },
  notFound: { title: 'Nothing at this address', body: 'No page of HR Studium stands at:', back: 'Go to courses' },
};
