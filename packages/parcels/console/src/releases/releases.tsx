import { Route, Routes } from 'react-router-dom';
import { useStyleSheet } from '../page/use-style-sheet';
import { ComparePage } from './compare-page';
import { ModulePage } from './module-page';
import { ReleaseList } from './release-list';
import sheet from './releases.css';

/** The modules that the caller may publish, the page of each, and the comparison of two versions. */
export function Releases() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":module" element={<ModulePage />} />
      <Route path=":module/compare" element={<ComparePage />} />
      <Route path="*" element={<ReleaseList />} />
    </Routes>
  );
}
