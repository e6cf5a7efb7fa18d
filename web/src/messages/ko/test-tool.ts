export const testTool = {
  title: '테스트 도구',
};
