import { Route, Routes } from 'react-router-dom';
import { useStyleSheet } from '../page/use-style-sheet';
import { AnnouncementEditor } from './announcement-editor';
import { AnnouncementList } from './announcement-list';
import sheet from './announcements.css';

/** The announcements of the tenant or of all, and the form for one. */
export function Announcements() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":id" element={<AnnouncementEditor />} />
      <Route path="*" element={<AnnouncementList />} />
    </Routes>
  );
}
