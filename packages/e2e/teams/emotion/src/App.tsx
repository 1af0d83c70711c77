import { Global } from '@emotion/react';
import styled from '@emotion/styled';

const Title = styled.h1({ letterSpacing: '3px' });

export default function App() {
  return (
    <>
      <Global styles={{ '.emotion-note': { color: 'teal' } }} />
      <Title>Emotion</Title>
      <p className="emotion-note">Styles at run time</p>
    </>
  );
}
