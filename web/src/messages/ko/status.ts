export const status = {
  title: '서비스 상태',
};
